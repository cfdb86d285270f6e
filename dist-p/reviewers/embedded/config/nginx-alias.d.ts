/** nginx: a location without a slash at its end over an alias with one lets `/name../` climb out of the folder. */
import type { TextDocument } from '../project/text-document.ts';
import type { Sighting } from './problem.ts';
export declare const NGINX_PROBLEMS: {
    readonly 'nginx-alias-traversal': {
        readonly severity: 'HIGH';
        readonly category: 'owasp';
        readonly cwe: 'CWE-22';
        readonly dimension: 'D5';
        readonly title: 'The alias lets requests leave its folder';
        readonly issue: 'A request for `{what}../` is mapped to the folder above, because the location has no slash at its end.';
        readonly recommendation: 'End both with a slash: `location {what}/ { alias /srv/files/; }`.';
    };
};
export declare function sightAliases({ lines }: TextDocument): readonly Sighting[];
