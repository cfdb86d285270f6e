const isSet = (value) => value !== undefined && value !== '';
export function wantsColor({ environment, stdout }, flags) {
    if (flags.color === false || isSet(environment.NO_COLOR) || environment.TERM === 'dumb')
        return false;
    return isSet(environment.FORCE_COLOR) || stdout.isTTY === true;
}
export const wantsLiveRows = ({ environment, stderr }) => stderr.isTTY === true && !isSet(environment.CI) && environment.TERM !== 'dumb';
