/**
 * Says under which Java packages the classes of a Maven artifact stand: from a table for widely used ones, else guessed from group and
 * artifact. A guess can show that an artifact is imported, never that it is not. Called by package-imports.ts.
 */

export interface JavaPackages {
  readonly packages: readonly string[];
  /** Why a missing import says nothing; null where code that uses the artifact imports one of its packages. */
  readonly doubt: string | null;
}

/** Used by calls from code alone. */
const CALLED: Readonly<Record<string, readonly string[]>> = {
  'com.alibaba:fastjson': ['com.alibaba.fastjson'],
  'com.google.code.gson:gson': ['com.google.gson'],
  'com.google.guava:guava': ['com.google.common', 'com.google.thirdparty'],
  'com.google.protobuf:protobuf-java': ['com.google.protobuf'],
  'com.jayway.jsonpath:json-path': ['com.jayway.jsonpath'],
  'com.squareup.okhttp3:okhttp': ['okhttp3'],
  'com.thoughtworks.xstream:xstream': ['com.thoughtworks.xstream'],
  'commons-beanutils:commons-beanutils': ['org.apache.commons.beanutils'],
  'commons-collections:commons-collections': ['org.apache.commons.collections'],
  'commons-fileupload:commons-fileupload': ['org.apache.commons.fileupload'],
  'commons-httpclient:commons-httpclient': ['org.apache.commons.httpclient'],
  'commons-io:commons-io': ['org.apache.commons.io'],
  'commons-lang:commons-lang': ['org.apache.commons.lang'],
  'dom4j:dom4j': ['org.dom4j'],
  'io.jsonwebtoken:jjwt': ['io.jsonwebtoken'],
  'net.minidev:json-smart': ['net.minidev.json'],
  'ognl:ognl': ['ognl'],
  'org.apache.commons:commons-collections4': ['org.apache.commons.collections4'],
  'org.apache.commons:commons-compress': ['org.apache.commons.compress'],
  'org.apache.commons:commons-lang3': ['org.apache.commons.lang3'],
  'org.apache.commons:commons-text': ['org.apache.commons.text'],
  'org.apache.httpcomponents:httpclient': ['org.apache.http'],
  'org.apache.pdfbox:pdfbox': ['org.apache.pdfbox'],
  'org.apache.poi:poi': ['org.apache.poi'],
  'org.apache.poi:poi-ooxml': ['org.apache.poi'],
  'org.apache.tika:tika-core': ['org.apache.tika'],
  'org.codehaus.groovy:groovy': ['groovy', 'org.codehaus.groovy'],
  'org.dom4j:dom4j': ['org.dom4j'],
  'org.jdom:jdom2': ['org.jdom2'],
  'org.json:json': ['org.json'],
  'org.jsoup:jsoup': ['org.jsoup'],
  'org.mozilla:rhino': ['org.mozilla.javascript'],
};

/** Frameworks and services of the class path load these too, without an import in the project. */
const LOADED: Readonly<Record<string, readonly string[]>> = {
  'com.fasterxml.jackson.core:jackson-core': ['com.fasterxml.jackson.core'],
  'com.fasterxml.jackson.core:jackson-databind': ['com.fasterxml.jackson.databind'],
  'com.h2database:h2': ['org.h2'],
  'ch.qos.logback:logback-classic': ['ch.qos.logback.classic'],
  'ch.qos.logback:logback-core': ['ch.qos.logback.core'],
  'log4j:log4j': ['org.apache.log4j'],
  'mysql:mysql-connector-java': ['com.mysql'],
  'org.apache.logging.log4j:log4j-core': ['org.apache.logging.log4j.core'],
  'org.apache.shiro:shiro-core': ['org.apache.shiro'],
  'org.apache.struts:struts2-core': ['org.apache.struts2', 'com.opensymphony.xwork2'],
  'org.apache.tomcat.embed:tomcat-embed-core': ['org.apache.catalina', 'org.apache.coyote', 'org.apache.tomcat'],
  'org.apache.velocity:velocity': ['org.apache.velocity'],
  'org.bouncycastle:bcprov-jdk15on': ['org.bouncycastle'],
  'org.freemarker:freemarker': ['freemarker'],
  'org.hibernate:hibernate-core': ['org.hibernate'],
  'org.postgresql:postgresql': ['org.postgresql'],
  'org.springframework:spring-core': ['org.springframework.core', 'org.springframework.util'],
  'org.springframework:spring-web': ['org.springframework.web', 'org.springframework.http'],
  'org.springframework:spring-webmvc': ['org.springframework.web.servlet'],
  'org.yaml:snakeyaml': ['org.yaml.snakeyaml'],
};

export function findJavaPackages(artifact: string): JavaPackages {
  const called = CALLED[artifact];
  if (called !== undefined) return { packages: called, doubt: null };
  const loaded = LOADED[artifact];
  if (loaded !== undefined)
    return { packages: loaded, doubt: 'no import was found, but frameworks may load it at run time' };
  return { packages: guessPackages(artifact), doubt: 'which Java packages it holds is not known' };
}

/** `org.springframework:spring-jms` → `org.springframework.jms`; `org.jsoup:jsoup` → `org.jsoup`. */
function guessPackages(artifact: string): readonly string[] {
  const [group = '', name = ''] = artifact.toLowerCase().split(':');
  const words = name
    .split(/[.-]/u)
    .filter((word) => word !== '' && !group.split(/[.-]/u).some((part) => part.startsWith(word)));
  return [[group, ...words].join('.')];
}
