import { ReviewError } from '../errors.js';
export const reply = (output) => ({
    content: [{ type: 'text', text: JSON.stringify(output) }],
    structuredContent: output,
});
export const refuse = (reason) => ({
    content: [{ type: 'text', text: reason }],
    isError: true,
});
/** What the caller has to mend comes with advice; anything else is said as it is. No failure ends the server. */
export async function replySafely(work) {
    try {
        return await work();
    }
    catch (error) {
        if (error instanceof ReviewError)
            return refuse(`${error.message} ${error.advice}`);
        return refuse(error instanceof Error ? error.message : String(error));
    }
}
