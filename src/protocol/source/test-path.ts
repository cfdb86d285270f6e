/**
 * Tells by its path whether a file is test code (isTestPath: suites, fixtures, mocks) or surely a test itself (isTestSuite). Used
 * by analyzers/ and recon/ to leave tests out or rate them lower.
 */

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|spec|specs|testdata|_?fixtures?|__fixtures__|__mocks__|e2e)\//u;
/** Whole packages of tests beside the package they test (`test_shop/`), and suites by their kind (`integration-tests/`). */
const TEST_SUITES =
  /(?:^|\/)(?:test_[a-z]\w*|(?:unit|integration|functional|acceptance|smoke|regression)[_-]?tests?)\//u;
/** Packages of helpers for tests and the keys beside them, as Go names them: `httptest/`. */
const TEST_PACKAGE = /(?:^|\/)(?!(?:la|con|at|pro|fas|grea)test\/)[a-z]+test\/[^/]+\.(?:go|key|pem|crt)$/u;
const TEST_NAME =
  /(?:[._-](?:test|tests|spec|bench|stories|e2e|cy)\.\w+|_test\.\w+|^test_[^/]*\.py|^conftest\.py|Tests?\.(?:java|kt|cs|swift|scala|php))$/u;

export const isTestPath = (path: string): boolean =>
  TEST_FOLDER.test(path) ||
  TEST_SUITES.test(path) ||
  TEST_PACKAGE.test(path) ||
  TEST_NAME.test(path.slice(path.lastIndexOf('/') + 1));

const SUITE_FOLDER = /(?:^|\/)(?:tests?|__tests__|specs?)\/(?!(?:.*\/)?_?(?:fixtures?|testdata)\/)/u;
const SUITE_NAME = /(?:\.(?:test|spec)\.[cm]?[jt]sx?|_test\.go)$/u;

/** Whether a path surely belongs to the tests themselves; what they read may be a whole program, and a name may mislead. */
export const isTestSuite = (path: string): boolean => SUITE_FOLDER.test(path) || SUITE_NAME.test(path);
