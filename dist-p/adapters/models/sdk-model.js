/** What we use of a language model of the SDK. Loose on purpose: each provider package brings its own version of the types. */
/** The one place where a model of a package becomes ours: what it takes is checked at run time by the package itself. */
export const toSdkModel = (model) => model;
