/** JSON for files and pipes that may end on a screen: what JSON allows raw and a terminal obeys is escaped. */
/** Two spaces of indentation, a newline at the end. */
export declare const writeJson: (value: unknown) => string;
/** One line with its newline. */
export declare const writeJsonLine: (value: unknown) => string;
