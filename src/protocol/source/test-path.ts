/** Which paths are test code, by the customs of the common languages. */

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|spec|specs|testdata|_?fixtures?|__fixtures__|__mocks__|e2e)\//u;
const TEST_NAME =
  /(?:[._-](?:test|tests|spec|bench|stories|e2e|cy)\.\w+|_test\.\w+|^test_[^/]*\.py|^conftest\.py|Tests?\.(?:java|kt|cs|swift|scala|php))$/u;

export const isTestPath = (path: string): boolean =>
  TEST_FOLDER.test(path) || TEST_NAME.test(path.slice(path.lastIndexOf('/') + 1));
