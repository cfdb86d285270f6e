const READ_AHEAD = 24;
/** Leaves out what has no text. `read` does not throw. */
export async function* streamTexts(paths, read) {
    const readNamed = async (path) => {
        const outcome = await read(path);
        return outcome.kind === 'text' ? [{ path, text: outcome.text }] : [];
    };
    const pending = [];
    for await (const path of paths) {
        pending.push(readNamed(path));
        if (pending.length >= READ_AHEAD)
            yield* (await pending.shift()) ?? [];
    }
    for (const named of pending)
        yield* await named;
}
