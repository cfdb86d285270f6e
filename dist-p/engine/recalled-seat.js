const isOf = ({ reviewer, model }) => (recalled) => recalled.agent === reviewer.name && recalled.model === model;
/** The files of an agent's queue that it need not be given. */
export function takeRecalled(seat, queue, recalled) {
    const own = recalled.find(isOf(seat));
    if (own === undefined)
        return [];
    const byPath = new Map(own.files.map(({ path, recollection }) => [path, recollection]));
    return queue.flatMap((file) => {
        const recollection = byPath.get(file.path);
        return recollection === undefined ? [] : [{ file, recollection }];
    });
}
