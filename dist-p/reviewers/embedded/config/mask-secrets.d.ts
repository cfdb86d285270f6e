/** Cuts values out of quoted lines that may be credentials: what stands behind a telling name, a scheme or in an address. */
export declare const maskSecrets: (line: string) => string;
