import { type Mismatch } from './value-shape.ts';
export declare const CONFIG_FILE_NAME = "consensus-review.config.json";
export declare const DEFAULT_MAX_FILE_BYTES = 1048576;
export declare const FORMAT_NAMES: readonly ['terminal', 'markdown', 'json', 'jsonl', 'sarif', 'signal', 'summary'];
export type FormatName = (typeof FORMAT_NAMES)[number];
/** Programs of others that review where they are installed; `none` switches all of them off. */
export declare const EXTERNAL_ANALYZERS: readonly ['semgrep', 'bandit', 'gosec', 'staticcheck', 'go-vet', 'npm-audit'];
export type ExternalAnalyzerName = (typeof EXTERNAL_ANALYZERS)[number];
/**
 * Keys that make the machine of the user do something: run rules, read a folder, use the network. A file that lies in the
 * reviewed repository may not set them unless that repository is trusted.
 */
export declare const HOST_KEYS: readonly ['semgrep_rules', 'advisory_database', 'allow_network', 'commands', 'prices', 'embedding_model'];
/** Keys that name who is asked. From the reviewed repository they count only where the user asks models anyway. */
export declare const MODEL_KEYS: readonly ['model', 'reviewer_models', 'panel', 'fallback'];
/** `embedded`, or a provider and the name of its model. */
export declare const MODEL_NAME: RegExp;
declare const SHAPE: {
    readonly $schema: {
        readonly type: 'string';
        readonly description: 'Path of this schema, so that editors complete and check the file.';
    };
    readonly reviewers: {
        readonly type: 'array';
        readonly items: {
            readonly type: 'string';
            readonly minLength: 1;
        };
        readonly minItems: 1;
        readonly description: 'Who reviews. Without this key: the five standard reviewers, plus those of the languages in scope.';
    };
    readonly model: {
        readonly type: 'string';
        readonly pattern: string;
        readonly default: 'embedded';
        readonly description: 'Who does the reading: `embedded` works offline with rules and analyzers; else PROVIDER/NAME of a model.';
    };
    readonly reviewer_models: {
        readonly type: 'object';
        readonly additionalProperties: {
            readonly type: 'string';
            readonly pattern: string;
        };
        readonly description: 'Another model for single reviewers: { "security-reviewer": "PROVIDER/NAME" }.';
    };
    readonly panel: {
        readonly type: 'array';
        readonly items: {
            readonly type: 'string';
            readonly pattern: string;
        };
        readonly minItems: 1;
        readonly description: 'Models that each review for themselves, instead of `model`; findings say how many of them agree. `embedded` may be one.';
    };
    readonly fallback: {
        readonly type: 'string';
        readonly pattern: string;
        readonly description: 'Model that is asked where the chosen one does not answer; its findings name it.';
    };
    readonly protocol: {
        readonly type: 'string';
        readonly enum: readonly ["veto", "aad", "ci", "vote"];
        readonly default: 'veto';
        readonly description: 'How several opinions become one: `veto` and `aad` keep every report, `ci` lets reviewers judge the findings of the others in a second round, `vote` keeps what 66% report.';
    };
    readonly min_agreement: {
        readonly type: 'integer';
        readonly minimum: 1;
        readonly default: 1;
        readonly description: 'How many of those that could have reported a finding must agree. Never turns down CRITICAL and HIGH of security, vetoes and what rules find.';
    };
    readonly models_without_tools: {
        readonly type: 'array';
        readonly items: {
            readonly type: 'string';
            readonly pattern: string;
        };
        readonly description: 'Models that cannot call tools, as PROVIDER/NAME: they are handed their files one by one. A model that says so itself is noticed without this key.';
    };
    readonly complexity: {
        readonly type: 'string';
        readonly enum: readonly ["simple", "standard", "complex"];
        readonly default: 'standard';
        readonly description: 'How hard the code is to review: `simple` takes a quarter from every budget, `complex` adds half, up to 32768 tokens.';
    };
    readonly embedding_model: {
        readonly type: 'string';
        readonly pattern: string;
        readonly description: 'Model that turns text into vectors, for search: OPENAI-like PROVIDER/NAME. Without this key nothing is sent and words alone rank.';
    };
    readonly commands: {
        readonly type: 'object';
        readonly additionalProperties: {
            type: 'array';
            items: {
                readonly type: 'string';
                readonly minLength: 1;
            };
            minItems: number;
        };
        readonly description: 'Agent programs to review with, as `command/NAME`: { "mine": ["program", "argument"] }. Prompt on standard input.';
    };
    readonly prices: {
        readonly type: 'object';
        readonly additionalProperties: {
            type: "object";
            properties: {
                input: {
                    type: "number";
                    minimum: number;
                };
                output: {
                    type: "number";
                    minimum: number;
                };
            };
            required: string[];
        };
        readonly description: 'Prices in US dollars per million tokens, which win over the built-in ones: { "PROVIDER/NAME": { "input": 3, "output": 15 } }.';
    };
    readonly waves: {
        readonly anyOf: readonly [{
            readonly type: 'string';
            readonly enum: readonly ["auto"];
        }, {
            readonly type: 'integer';
            readonly minimum: 1;
        }];
        readonly default: 'auto';
        readonly description: '`auto` sends reviewers again until every file is reviewed or a limit stops them; a number is the most waves.';
    };
    readonly concurrency: {
        readonly type: 'integer';
        readonly minimum: 1;
        readonly description: 'How many reviewers work at the same time. Without this key: all of them.';
    };
    readonly max_tokens: {
        readonly type: 'integer';
        readonly minimum: 1;
        readonly description: 'Provider tokens the run may use. What is then left unreviewed is reported.';
    };
    readonly max_cost: {
        readonly type: 'number';
        readonly minimum: 0;
        readonly description: 'US dollars the run may cost. What is then left unreviewed is reported.';
    };
    readonly deadline: {
        readonly type: 'string';
        readonly description: 'Time after which the run ends with an honest partial report: `90s`, `5m`, `1h30m`.';
    };
    readonly fail_on: {
        readonly type: 'string';
        readonly enum: readonly ["veto", "critical", "high", "medium", "low", "never"];
        readonly default: 'veto';
        readonly description: 'What makes the exit code 1: a veto (the default), or also any counted finding of this severity or above.';
    };
    readonly allow_partial: {
        readonly type: 'boolean';
        readonly default: false;
        readonly description: 'Exit 0 although something in scope was not reviewed. The report still says so.';
    };
    readonly journal: {
        readonly type: 'boolean';
        readonly default: true;
        readonly description: 'Keep the run with its model answers in the state folder, so that it can be resumed and shown again.';
    };
    readonly ignore_vetoes: {
        readonly type: 'boolean';
        readonly default: false;
        readonly description: 'List vetoes as warnings instead of blocking.';
    };
    readonly include: {
        readonly type: 'array';
        readonly items: {
            readonly type: 'string';
            readonly minLength: 1;
        };
        readonly description: 'Globs, relative to the root: only files that match are in scope.';
    };
    readonly exclude: {
        readonly type: 'array';
        readonly items: {
            readonly type: 'string';
            readonly minLength: 1;
        };
        readonly description: 'Globs, relative to the root: files that match are out of scope.';
    };
    readonly max_file_bytes: {
        readonly type: 'integer';
        readonly minimum: 1;
        readonly default: 1048576;
        readonly description: 'Larger files are not read; they are listed as `too-large` and make the run incomplete.';
    };
    readonly progressive_summarization: {
        readonly type: 'object';
        readonly properties: {
            readonly full_analysis_threshold: {
                readonly type: 'number';
                readonly exclusiveMinimum: 0;
                readonly maximum: 1;
                readonly default: number;
                readonly description: string;
            };
            readonly high_severity_threshold: {
                readonly type: 'number';
                readonly exclusiveMinimum: 0;
                readonly maximum: 1;
                readonly default: number;
                readonly description: string;
            };
            readonly force_return_threshold: {
                readonly type: 'number';
                readonly exclusiveMinimum: 0;
                readonly maximum: 1;
                readonly default: number;
                readonly description: string;
            };
        };
        readonly additionalProperties: false;
        readonly description: string;
    };
    readonly veto: {
        readonly type: 'object';
        readonly additionalProperties: {
            readonly type: 'boolean';
        };
        readonly description: 'Whether a reviewer may veto: { "user-persona-reviewer": false }. Everyone may by default.';
    };
    readonly base_budgets: {
        readonly type: 'object';
        readonly additionalProperties: {
            readonly type: 'integer';
            readonly minimum: 1;
        };
        readonly description: 'Tokens a reviewer has before the size of the scope is taken into account: { "go-reviewer": 12288 }.';
    };
    readonly external_analyzers: {
        readonly type: 'array';
        readonly items: {
            readonly type: 'string';
            readonly enum: readonly ["semgrep", "bandit", "gosec", "staticcheck", "go-vet", "npm-audit", "none"];
        };
        readonly description: 'Which installed programs review along. Without this key: every one that is installed; ["none"]: none.';
    };
    readonly semgrep_rules: {
        readonly type: 'array';
        readonly items: {
            readonly type: 'string';
            readonly minLength: 1;
        };
        readonly description: 'Semgrep rules to run besides ours: files or folders, relative to the root; p/NAME with allow_network.';
    };
    readonly advisory_database: {
        readonly type: 'string';
        readonly minLength: 1;
        readonly description: 'Known vulnerabilities in OSV format: a folder of JSON files or zip archives, or one zip archive.';
    };
    readonly allow_network: {
        readonly type: 'boolean';
        readonly default: false;
        readonly description: 'Let external analyzers use the network: npm audit sends names and versions of dependencies.';
    };
    readonly format: {
        readonly type: 'string';
        readonly enum: readonly ["terminal", "markdown", "json", "jsonl", "sarif", "signal", "summary"];
        readonly description: 'Format of standard output. Without this key: terminal or markdown.';
    };
};
/** Every key may be left out. Values as written: nothing is filled in here. */
export declare const configShape: {
    readonly type: 'object';
    readonly properties: {
        readonly $schema: {
            readonly type: 'string';
            readonly description: 'Path of this schema, so that editors complete and check the file.';
        };
        readonly reviewers: {
            readonly type: 'array';
            readonly items: {
                readonly type: 'string';
                readonly minLength: 1;
            };
            readonly minItems: 1;
            readonly description: 'Who reviews. Without this key: the five standard reviewers, plus those of the languages in scope.';
        };
        readonly model: {
            readonly type: 'string';
            readonly pattern: string;
            readonly default: 'embedded';
            readonly description: 'Who does the reading: `embedded` works offline with rules and analyzers; else PROVIDER/NAME of a model.';
        };
        readonly reviewer_models: {
            readonly type: 'object';
            readonly additionalProperties: {
                readonly type: 'string';
                readonly pattern: string;
            };
            readonly description: 'Another model for single reviewers: { "security-reviewer": "PROVIDER/NAME" }.';
        };
        readonly panel: {
            readonly type: 'array';
            readonly items: {
                readonly type: 'string';
                readonly pattern: string;
            };
            readonly minItems: 1;
            readonly description: 'Models that each review for themselves, instead of `model`; findings say how many of them agree. `embedded` may be one.';
        };
        readonly fallback: {
            readonly type: 'string';
            readonly pattern: string;
            readonly description: 'Model that is asked where the chosen one does not answer; its findings name it.';
        };
        readonly protocol: {
            readonly type: 'string';
            readonly enum: readonly ["veto", "aad", "ci", "vote"];
            readonly default: 'veto';
            readonly description: 'How several opinions become one: `veto` and `aad` keep every report, `ci` lets reviewers judge the findings of the others in a second round, `vote` keeps what 66% report.';
        };
        readonly min_agreement: {
            readonly type: 'integer';
            readonly minimum: 1;
            readonly default: 1;
            readonly description: 'How many of those that could have reported a finding must agree. Never turns down CRITICAL and HIGH of security, vetoes and what rules find.';
        };
        readonly models_without_tools: {
            readonly type: 'array';
            readonly items: {
                readonly type: 'string';
                readonly pattern: string;
            };
            readonly description: 'Models that cannot call tools, as PROVIDER/NAME: they are handed their files one by one. A model that says so itself is noticed without this key.';
        };
        readonly complexity: {
            readonly type: 'string';
            readonly enum: readonly ["simple", "standard", "complex"];
            readonly default: 'standard';
            readonly description: 'How hard the code is to review: `simple` takes a quarter from every budget, `complex` adds half, up to 32768 tokens.';
        };
        readonly embedding_model: {
            readonly type: 'string';
            readonly pattern: string;
            readonly description: 'Model that turns text into vectors, for search: OPENAI-like PROVIDER/NAME. Without this key nothing is sent and words alone rank.';
        };
        readonly commands: {
            readonly type: 'object';
            readonly additionalProperties: {
                type: 'array';
                items: {
                    readonly type: 'string';
                    readonly minLength: 1;
                };
                minItems: number;
            };
            readonly description: 'Agent programs to review with, as `command/NAME`: { "mine": ["program", "argument"] }. Prompt on standard input.';
        };
        readonly prices: {
            readonly type: 'object';
            readonly additionalProperties: {
                type: "object";
                properties: {
                    input: {
                        type: "number";
                        minimum: number;
                    };
                    output: {
                        type: "number";
                        minimum: number;
                    };
                };
                required: string[];
            };
            readonly description: 'Prices in US dollars per million tokens, which win over the built-in ones: { "PROVIDER/NAME": { "input": 3, "output": 15 } }.';
        };
        readonly waves: {
            readonly anyOf: readonly [{
                readonly type: 'string';
                readonly enum: readonly ["auto"];
            }, {
                readonly type: 'integer';
                readonly minimum: 1;
            }];
            readonly default: 'auto';
            readonly description: '`auto` sends reviewers again until every file is reviewed or a limit stops them; a number is the most waves.';
        };
        readonly concurrency: {
            readonly type: 'integer';
            readonly minimum: 1;
            readonly description: 'How many reviewers work at the same time. Without this key: all of them.';
        };
        readonly max_tokens: {
            readonly type: 'integer';
            readonly minimum: 1;
            readonly description: 'Provider tokens the run may use. What is then left unreviewed is reported.';
        };
        readonly max_cost: {
            readonly type: 'number';
            readonly minimum: 0;
            readonly description: 'US dollars the run may cost. What is then left unreviewed is reported.';
        };
        readonly deadline: {
            readonly type: 'string';
            readonly description: 'Time after which the run ends with an honest partial report: `90s`, `5m`, `1h30m`.';
        };
        readonly fail_on: {
            readonly type: 'string';
            readonly enum: readonly ["veto", "critical", "high", "medium", "low", "never"];
            readonly default: 'veto';
            readonly description: 'What makes the exit code 1: a veto (the default), or also any counted finding of this severity or above.';
        };
        readonly allow_partial: {
            readonly type: 'boolean';
            readonly default: false;
            readonly description: 'Exit 0 although something in scope was not reviewed. The report still says so.';
        };
        readonly journal: {
            readonly type: 'boolean';
            readonly default: true;
            readonly description: 'Keep the run with its model answers in the state folder, so that it can be resumed and shown again.';
        };
        readonly ignore_vetoes: {
            readonly type: 'boolean';
            readonly default: false;
            readonly description: 'List vetoes as warnings instead of blocking.';
        };
        readonly include: {
            readonly type: 'array';
            readonly items: {
                readonly type: 'string';
                readonly minLength: 1;
            };
            readonly description: 'Globs, relative to the root: only files that match are in scope.';
        };
        readonly exclude: {
            readonly type: 'array';
            readonly items: {
                readonly type: 'string';
                readonly minLength: 1;
            };
            readonly description: 'Globs, relative to the root: files that match are out of scope.';
        };
        readonly max_file_bytes: {
            readonly type: 'integer';
            readonly minimum: 1;
            readonly default: 1048576;
            readonly description: 'Larger files are not read; they are listed as `too-large` and make the run incomplete.';
        };
        readonly progressive_summarization: {
            readonly type: 'object';
            readonly properties: {
                readonly full_analysis_threshold: {
                    readonly type: 'number';
                    readonly exclusiveMinimum: 0;
                    readonly maximum: 1;
                    readonly default: number;
                    readonly description: string;
                };
                readonly high_severity_threshold: {
                    readonly type: 'number';
                    readonly exclusiveMinimum: 0;
                    readonly maximum: 1;
                    readonly default: number;
                    readonly description: string;
                };
                readonly force_return_threshold: {
                    readonly type: 'number';
                    readonly exclusiveMinimum: 0;
                    readonly maximum: 1;
                    readonly default: number;
                    readonly description: string;
                };
            };
            readonly additionalProperties: false;
            readonly description: string;
        };
        readonly veto: {
            readonly type: 'object';
            readonly additionalProperties: {
                readonly type: 'boolean';
            };
            readonly description: 'Whether a reviewer may veto: { "user-persona-reviewer": false }. Everyone may by default.';
        };
        readonly base_budgets: {
            readonly type: 'object';
            readonly additionalProperties: {
                readonly type: 'integer';
                readonly minimum: 1;
            };
            readonly description: 'Tokens a reviewer has before the size of the scope is taken into account: { "go-reviewer": 12288 }.';
        };
        readonly external_analyzers: {
            readonly type: 'array';
            readonly items: {
                readonly type: 'string';
                readonly enum: readonly ["semgrep", "bandit", "gosec", "staticcheck", "go-vet", "npm-audit", "none"];
            };
            readonly description: 'Which installed programs review along. Without this key: every one that is installed; ["none"]: none.';
        };
        readonly semgrep_rules: {
            readonly type: 'array';
            readonly items: {
                readonly type: 'string';
                readonly minLength: 1;
            };
            readonly description: 'Semgrep rules to run besides ours: files or folders, relative to the root; p/NAME with allow_network.';
        };
        readonly advisory_database: {
            readonly type: 'string';
            readonly minLength: 1;
            readonly description: 'Known vulnerabilities in OSV format: a folder of JSON files or zip archives, or one zip archive.';
        };
        readonly allow_network: {
            readonly type: 'boolean';
            readonly default: false;
            readonly description: 'Let external analyzers use the network: npm audit sends names and versions of dependencies.';
        };
        readonly format: {
            readonly type: 'string';
            readonly enum: readonly ["terminal", "markdown", "json", "jsonl", "sarif", "signal", "summary"];
            readonly description: 'Format of standard output. Without this key: terminal or markdown.';
        };
    };
    readonly additionalProperties: false;
    readonly description: 'Settings of consensus-review. Environment variables CONSENSUS_REVIEW_* win over them, flags over both.';
};
/** Where the values differ from what is allowed; null where they do not. */
export declare function findConfigMismatch(values: unknown): Mismatch | null;
export declare const THRESHOLD_KEYS: readonly ['full_analysis_threshold', 'high_severity_threshold', 'force_return_threshold'];
export type ThresholdValues = Readonly<Record<(typeof THRESHOLD_KEYS)[number], number>>;
export type ConfigKey = keyof typeof SHAPE;
export declare const CONFIG_KEYS: readonly ConfigKey[];
type Written<S> = S extends {
    readonly enum: readonly (infer E)[];
} ? E : S extends {
    readonly anyOf: readonly (infer E)[];
} ? Written<E> : S extends {
    readonly type: 'string';
} ? string : S extends {
    readonly type: 'integer' | 'number';
} ? number : S extends {
    readonly type: 'boolean';
} ? boolean : S extends {
    readonly type: 'array';
    readonly items: infer I;
} ? readonly Written<I>[] : S extends {
    readonly type: 'object';
    readonly additionalProperties: infer V;
} ? Readonly<Record<string, Written<V>>> : Readonly<Record<string, unknown>>;
export type ConfigValues = {
    readonly [K in Exclude<ConfigKey, 'progressive_summarization'>]?: Written<(typeof SHAPE)[K]>;
} & {
    readonly progressive_summarization?: Partial<ThresholdValues>;
};
/** What a key takes, in words that complete "must be …". */
export declare const EXPECTATIONS: Readonly<Record<ConfigKey, string>>;
export {};
