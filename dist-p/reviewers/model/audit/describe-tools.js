export const describeTools = (desk) => desk.context().definitions.map(({ name, description, parameters }) => ({
    name,
    description,
    inputSchema: parameters,
}));
