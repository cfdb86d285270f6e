export const labelSeat = (agent, model, hasPanel) => hasPanel ? `${agent} (${model ?? 'embedded'})` : agent;
export const modelOf = ({ name, hasContext }) => (hasContext ? name : null);
export const listSeats = (reviewers, driversFor) => reviewers.flatMap((reviewer) => {
    const drivers = driversFor(reviewer);
    return drivers.map((driver) => {
        const model = modelOf(driver);
        return { reviewer, driver, model, label: labelSeat(reviewer.name, model, drivers.length > 1) };
    });
});
