export const sink = (dimension, category, calls) => ({
    dimension,
    category,
    calls: calls.split(' '),
});
export const words = (list) => (list === '' ? [] : list.split(' '));
