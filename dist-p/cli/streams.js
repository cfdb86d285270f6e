export async function readAll(stream) {
    const parts = [];
    for await (const part of stream)
        parts.push(typeof part === 'string' ? Buffer.from(part) : part);
    return Buffer.concat(parts).toString('utf8');
}
