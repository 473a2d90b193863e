import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { version } from "@asbuilt/contract";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { imageSettings, readDockerfile } from "../end-to-end/dockerfile.ts";

const deploy = join(import.meta.dirname, "../../deploy");
const read = (path: string) => readFileSync(join(deploy, path), "utf8");
const folder = join(deploy, "systemd");
const analyze = (...args: string[]) =>
  execFileSync("systemd-analyze", args, { cwd: folder, encoding: "utf8", stdio: "pipe" });

// The checks install it. A developer's system can be another one.
const hasSystemd = existsSync("/usr/bin/systemd-analyze");

test
  .runIf(hasSystemd)
  .each([...globSync("*.service", { cwd: folder }), "../litestream/asbuilt-litestream.service"])(
  "%s is sandboxed, as systemd judges it",
  (unit) => {
    const [, exposure] = /exposure level for \S+: ([\d.]+)/.exec(
      analyze("security", "--offline=yes", "--no-pager", unit),
    )!;
    expect(Number(exposure)).toBeLessThanOrEqual(1.5);
  },
);

test.each(["asbuilt.service", "asbuilt-backup.service"])(
  "the command of systemd has the program, the user and the variables of %s",
  (name) => {
    const unit = read(`systemd/${name}`);
    const of = (key: string) => new RegExp(`^${key}=-?(.+)$`, "m").exec(unit)![1]!;
    const [node, program] = of("ExecStart").split(" ");
    const command = read("systemd/asbuilt");
    expect(command).toContain(`\nuser=${of("User")}\n`);
    expect(command).toContain(`\nenvironment=${of("EnvironmentFile")}\n`);
    expect(command).toContain(`\nexport ${of("Environment")}\n`);
    expect(command).toContain(`\nset -- ${node} ${program} "$@"\n`);
    expect(command).toContain(`\numask ${of("UMask").slice(1)}\n`);
  },
);

test.each(["asbuilt.service", "asbuilt-backup.service"])(
  "docs/how-to/systemd.md has the command of %s for a Node at another path",
  (name) => {
    const page = readFileSync(join(deploy, "../docs/how-to/systemd.md"), "utf8");
    const [command] = /^ExecStart=.+$/m.exec(read(`systemd/${name}`))!;
    expect(page).toContain(command.replace("/usr/bin/node", "/usr/local/bin/node"));
  },
);

test("Litestream has the user and the variables of the service, and a log that was emptied before", () => {
  const [own, service] = ["litestream/asbuilt-litestream.service", "systemd/asbuilt.service"].map(
    (path) => read(path).split("\n"),
  ) as [string[], string[]];
  const shared = (line: string) => /^(?:User|Group|UMask|Environment|EnvironmentFile)=/.test(line);
  expect(own.filter(shared)).toEqual(expect.arrayContaining(service.filter(shared)));
  const serve = service.find((line) => line.startsWith("ExecStart="))!;
  expect(own).toContain(
    serve.replace("ExecStart=", "ExecStartPre=").replace(/ serve$/, " checkpoint"),
  );
});

test("the service is not started again after a wrong variable", () => {
  expect(read("systemd/asbuilt.service")).toContain("\nRestartPreventExitStatus=2\n");
});

const settings = imageSettings();
const instructions = readDockerfile();
const textsOf = (wanted: string) =>
  instructions.filter(({ name }) => name === wanted).map(({ text }) => text);

test("the image is built on the Node of this workspace, named by its full version", () => {
  expect(textsOf("ARG")).toEqual([`BASE=node:${process.versions.node}-trixie-slim`]);
  expect(textsOf("FROM")).toEqual(["${BASE} AS assembly", "scratch"]);
});

test("the image has the files that the tested script assembles, an empty volume, and no others", () => {
  expect(textsOf("RUN")).toEqual([
    "mkdir /data && sh /container/assemble.sh /asbuilt.tgz /usr/local/bin/node /root-of-image",
  ]);
  expect(textsOf("COPY")).toEqual([
    "deploy/container /container",
    "apps/node/dist/asbuilt-*.tgz /asbuilt.tgz",
    "--from=assembly /root-of-image /",
    "--from=assembly --chown=65532:65532 /data /data",
  ]);
  expect(textsOf("ADD")).toEqual([]);
  expect(textsOf("VOLUME")).toEqual(['["/data"]']);
});

test("the image runs as its own user without a shell, and asks the service for its health", () => {
  expect(settings.user).toBe("65532:65532");
  expect(textsOf("SHELL")).toEqual([]);
  expect(settings.command).toEqual(["serve"]);
  expect(settings.healthCheck).toEqual([...settings.entryPoint, "ready"]);
});

const compose = parse(read("compose/compose.yaml"), { merge: true }) as {
  readonly services: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
};

test.each(Object.entries(compose.services))(
  "the service %s of compose has all limits",
  (_, one) => {
    expect(one).toMatchObject({
      restart: "unless-stopped",
      read_only: true,
      cap_drop: ["ALL"],
      security_opt: ["no-new-privileges:true"],
      pids_limit: 100,
      mem_limit: expect.stringMatching(/^\d+[mg]$/),
    });
  },
);

test("in compose Caddy alone has a port and a capability, and the service trusts its address", () => {
  const { asbuilt, caddy, backup } = compose.services;
  for (const one of [asbuilt, backup]) {
    expect(one).toMatchObject({ image: `asbuilt:${version}` });
    expect(one).not.toHaveProperty("ports");
    expect(one).not.toHaveProperty("cap_add");
  }
  expect(caddy).toMatchObject({
    cap_add: ["NET_BIND_SERVICE"],
    networks: { front: { ipv4_address: "172.31.250.2" } },
  });
  expect(asbuilt).toMatchObject({ environment: { ASBUILT_TRUST_PROXY: "172.31.250.2" } });
  // A secret in a variable would be shown by the engine.
  expect(read("compose/compose.yaml")).not.toMatch(/(?:ADMIN_KEY|SEAL_KEY|TOKEN):/);
});

interface Container {
  readonly image: string;
  readonly securityContext: object;
  readonly resources: { readonly limits: object };
}
interface Workload {
  readonly spec: {
    readonly replicas: number;
    readonly template: { readonly spec: { readonly containers: readonly Container[] } };
    readonly volumeClaimTemplates: readonly { readonly spec: object }[];
  };
}

test("in Kubernetes one pod has the volumes, and its containers have all limits", () => {
  const { spec } = parse(read("kubernetes/statefulset.yaml")) as Workload;
  expect(spec.replicas).toBe(1);
  for (const claim of spec.volumeClaimTemplates) {
    expect(claim.spec).toMatchObject({ accessModes: ["ReadWriteOncePod"] });
  }
  const pod = spec.template.spec;
  expect(pod).toMatchObject({
    automountServiceAccountToken: false,
    securityContext: { runAsNonRoot: true, runAsUser: 65_532, fsGroup: 65_532 },
  });
  expect(pod.containers).toHaveLength(2);
  for (const { image, securityContext, resources } of pod.containers) {
    expect(image.endsWith(`/asbuilt:${version}`), image).toBe(true);
    expect(resources.limits).toHaveProperty("memory");
    expect(securityContext).toEqual({
      readOnlyRootFilesystem: true,
      allowPrivilegeEscalation: false,
      capabilities: { drop: ["ALL"] },
    });
  }
});
