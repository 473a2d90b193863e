import { join } from "node:path";
import { download, nodeBin } from "./commands.ts";

/** The shell commands of one stage, which run in the folder of the flow and of `openapi.json`. */
type Stage = () => Promise<string> | string;

/** A generator of clients: how it generates at its defaults, and how its client is compiled and run. */
export interface Generator {
  readonly language: string;
  /** The package and version, as its registry names it. */
  readonly release: string;
  /** The program that uses the client; undefined if the client is only read. */
  readonly flow?: string;
  /** The program that this machine must have; undefined if npm brings everything. */
  readonly needs?: string;
  readonly generate: Stage;
  readonly compile?: Stage;
  readonly run?: Stage;
}

const central = "https://repo.maven.apache.org/maven2";

/** Downloads a library from Maven Central. */
function jar(coordinates: string): Promise<string> {
  const [group = "", artifact = "", version = ""] = coordinates.split(":");
  const folder = `${group.replaceAll(".", "/")}/${artifact}/${version}`;
  return download(`${central}/${folder}/${artifact}-${version}.jar`);
}

/** Downloads libraries and returns them as a class path, in quotes. */
const classPath = async (coordinates: readonly string[], ...folders: string[]) =>
  `"${[...folders, ...(await Promise.all(coordinates.map(jar)))].join(":")}"`;

const ofOpenApiGenerator = (name: string) => `openapi-generator 7.25.0, ${name}`;
const openApiGenerate = (name: string) => async () => {
  const generator = await jar("org.openapitools:openapi-generator-cli:7.25.0");
  return `java -jar "${generator}" generate -i openapi.json -g ${name} -o client`;
};

/** The libraries of the generated Java client, in the versions of its pom.xml. */
const javaLibraries = [
  "com.squareup.okhttp3:okhttp:4.12.0",
  "com.squareup.okhttp3:logging-interceptor:4.12.0",
  "com.squareup.okio:okio-jvm:3.6.0",
  "org.jetbrains.kotlin:kotlin-stdlib:1.9.10",
  "com.google.code.gson:gson:2.10.1",
  "io.gsonfire:gson-fire:1.9.0",
  "org.apache.commons:commons-lang3:3.18.0",
  "jakarta.annotation:jakarta.annotation-api:1.3.5",
  "com.google.code.findbugs:jsr305:3.0.2",
  "jakarta.ws.rs:jakarta.ws.rs-api:2.1.6",
  "org.openapitools:jackson-databind-nullable:0.2.11",
];

/** The libraries of the generated Kotlin client, in the versions of its build.gradle. */
const kotlinLibraries = [
  "org.jetbrains.kotlin:kotlin-stdlib:2.4.0",
  "org.jetbrains.kotlin:kotlin-reflect:2.4.0",
  "com.squareup.moshi:moshi:1.15.2",
  "com.squareup.moshi:moshi-kotlin:1.15.2",
  "com.squareup.moshi:moshi-adapters:1.15.2",
  "com.squareup.okhttp3:okhttp-jvm:5.4.0",
  "com.squareup.okio:okio-jvm:3.16.4",
];
const kotlinCompiler = [
  "org.jetbrains.kotlin:kotlin-compiler-embeddable:2.4.0",
  "org.jetbrains.kotlin:kotlin-stdlib:2.4.0",
  "org.jetbrains.kotlin:kotlin-script-runtime:2.4.0",
  "org.jetbrains.kotlin:kotlin-reflect:1.6.10",
  "org.jetbrains.kotlin:kotlin-daemon-embeddable:2.4.0",
  "org.jetbrains.kotlinx:kotlinx-coroutines-core-jvm:1.8.0",
  "org.jetbrains:annotations:13.0",
];

const typeScript = {
  language: "TypeScript",
  // The repository's own compiler, at its strictest.
  compile: () =>
    `"${join(nodeBin, "tsc")}" --strict --target es2023 --module nodenext --types node \\
      --typeRoots "${join(nodeBin, "../@types")}" --rootDir . --outDir js flow.ts`,
  run: () => "node js/flow.js",
};

/** The generators, each at its defaults. */
export const generators: Readonly<Record<string, Generator>> = {
  python: {
    language: "Python",
    release: "openapi-python-client 0.29.1",
    flow: "python/flow.py",
    needs: "python3",
    generate: () =>
      `python3 -m venv venv
      venv/bin/pip install --quiet openapi-python-client==0.29.1
      venv/bin/openapi-python-client generate --path openapi.json --output-path client`,
    compile: () => "venv/bin/python -m compileall -q client flow.py",
    run: () => "PYTHONPATH=client venv/bin/python flow.py",
  },
  go: {
    language: "Go",
    release: "oapi-codegen 2.8.2",
    flow: "go/main.go",
    needs: "go",
    generate: () =>
      `mkdir asbuilt
      go run github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2 \\
        -package asbuilt -generate types,client -o asbuilt/client.go openapi.json
      go mod init asbuilt.example/flow
      go mod tidy`,
    compile: () => "go build -o flow .",
    run: () => "./flow",
  },
  java: {
    language: "Java",
    release: ofOpenApiGenerator("java"),
    flow: "java/Flow.java",
    needs: "javac",
    generate: openApiGenerate("java"),
    compile: async () =>
      `javac -nowarn -d classes -cp ${await classPath(javaLibraries)} \\
        Flow.java $(find client/src/main/java -name '*.java')`,
    run: async () => `java -cp ${await classPath(javaLibraries, "classes")} Flow`,
  },
  kotlin: {
    language: "Kotlin",
    release: ofOpenApiGenerator("kotlin"),
    flow: "kotlin/Flow.kt",
    needs: "java",
    generate: openApiGenerate("kotlin"),
    compile: async () =>
      `java -cp ${await classPath(kotlinCompiler)} org.jetbrains.kotlin.cli.jvm.K2JVMCompiler \\
        -no-stdlib -no-reflect -nowarn -d classes -cp ${await classPath(kotlinLibraries)} \\
        client/src/main/kotlin Flow.kt`,
    run: async () => `java -cp ${await classPath(kotlinLibraries, "classes")} FlowKt`,
  },
  "hey-api": {
    ...typeScript,
    release: "@hey-api/openapi-ts 0.99.0",
    flow: "hey-api/flow.ts",
    generate: () =>
      `npx --yes --package @hey-api/openapi-ts@0.99.0 --package typescript@5.9.3 \\
        openapi-ts --input ./openapi.json --output client`,
  },
  orval: {
    ...typeScript,
    release: "orval 8.38.0",
    flow: "orval/flow.ts",
    generate: () => "npx --yes orval@8.38.0 --input openapi.json --output client.ts --client fetch",
  },
  "typescript-fetch": {
    ...typeScript,
    release: ofOpenApiGenerator("typescript-fetch"),
    flow: "typescript-fetch/flow.ts",
    needs: "java",
    generate: openApiGenerate("typescript-fetch"),
  },
  csharp: {
    language: "C#",
    release: ofOpenApiGenerator("csharp"),
    needs: "java",
    generate: openApiGenerate("csharp"),
  },
};
