/** The ten audit dimensions (FACT-01) and the marks of their coverage: words inside, emoji only on the wire. */
export const DIMENSIONS = ['D1', 'D2', 'D3', 'D4', 'D5', 'D6', 'D7', 'D8', 'D9', 'D10'];
export const DIMENSION_PROFILES = {
    D1: { name: 'Injection', track: 'sink' },
    D2: { name: 'Authentication', track: 'config' },
    D3: { name: 'Authorization', track: 'control' },
    D4: { name: 'Deserialization', track: 'sink' },
    D5: { name: 'File operations', track: 'sink' },
    D6: { name: 'SSRF', track: 'sink' },
    D7: { name: 'Cryptography', track: 'config' },
    D8: { name: 'Configuration', track: 'config' },
    D9: { name: 'Business logic', track: 'control' },
    D10: { name: 'Supply chain', track: 'config' },
};
export const COVERAGE_MARKS = { covered: '✅', shallow: '⚠️', missing: '❌', 'not-applicable': 'N/A' };
export const isDimension = (value) => DIMENSIONS.includes(value);
export const compareDimensions = (a, b) => DIMENSIONS.indexOf(a) - DIMENSIONS.indexOf(b);
export const formatCoverageMark = (status) => COVERAGE_MARKS[status];
/** Reads a mark; the warning sign with or without its variation selector (AUD-21). */
export function parseCoverageMark(text) {
    switch (text.trim().replace(/️/gu, '')) {
        case '✅':
            return 'covered';
        case '⚠':
            return 'shallow';
        case '❌':
            return 'missing';
        case 'N/A':
            return 'not-applicable';
        default:
            return null;
    }
}
