import Testing

@Suite struct NamespaceTests {}
