import { describe, expect, test } from "vitest";
import { addressGuard, targetsIn, whyNotUrl } from "../../src/webhooks/targets.ts";

const none = { networks: [] };
const plant = targetsIn("10.0.0.0/8, 127.0.0.1, fd12::/16")!;

test.each([
  "127.0.0.1",
  "127.8.8.8",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "169.254.169.254",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "255.255.255.255",
  "198.18.0.1",
  "192.0.2.1",
  "::",
  "::1",
  "fe80::1",
  "fc00::1",
  "fd00:ec2::254",
  "ff02::1",
  "::ffff:127.0.0.1",
  "::ffff:a9fe:a9fe",
  "64:ff9b::a00:1",
  "2002:7f00:1::",
  "2001::1",
  "2001:db8::1",
  "::7f00:1",
  "::808:808",
  "4000::1",
  "fec0::1",
  "168.63.129.16",
  "::ffff:168.63.129.16",
  "nonsense",
])("%s is not a valid target", async (address) => {
  expect((await addressGuard("https:", none))(address)).toBeDefined();
});

test.each(["8.8.8.8", "2606:4700:4700::1111"])(
  "%s is a valid target by https only",
  async (address) => {
    expect((await addressGuard("https:", none))(address)).toBeUndefined();
    expect((await addressGuard("http:", plant))(address)).toMatch(/https/);
  },
);

test.each(["10.9.8.7", "127.0.0.1", "fd12::7", "::ffff:10.0.0.1"])(
  "%s is a valid target if its network is configured, also by http",
  async (address) => {
    expect((await addressGuard("http:", plant))(address)).toBeUndefined();
  },
);

test.each([
  "::",
  "::1",
  "FD12::/16",
  "fd12:0:0:0:0:0:0:1",
  "1:2:3:4:5:6:7::",
  "::ffff:1",
  "64:ff9b::a00:0/104",
])("%s is read as a network", async (text) => {
  const whyNot = await addressGuard("http:", targetsIn(text)!);
  expect(whyNot(text.split("/")[0]!)).toBeUndefined();
});

test.each(["192.168.0.1", "127.0.0.2", "fd13::1"])(
  "%s is outside the configured networks",
  async (address) => {
    expect((await addressGuard("https:", plant))(address)).toBeDefined();
  },
);

test.each([
  "10.0.0.0/33",
  "plant",
  "",
  "10.0.0.0/8,,",
  "10",
  "10.20/16",
  "010.0.0.1",
  "::ffff:10.0.0.0/104",
  "::FFFF:a00:0/104",
  "10.0.0.0/8/8",
  "fd12::/129",
  "fd12::zz",
  "10.0.0.0/",
  "plant:8080",
  ".",
  "10.0.0.256",
  "fe80::1%1",
  "::127.0.0.1/8",
  "::1]?",
  "x@[::1",
  "::1]#",
  "::1]:80\\[",
  ":\t:1",
  "::\n1",
  ":::1",
])("%j is not read as networks", (text) => {
  expect(targetsIn(text)).toBeUndefined();
});

describe("a URL", () => {
  test.each([
    "http://erp.example/",
    "https://localhost/",
    "https://erp.localhost/",
    "https://db.internal/",
    "https://printer.local./",
    "https://intranet./",
    "https://127.0.0.1./",
    "https://0x7f.1/",
    "https://[::1]:8443/",
  ])("%s is refused", async (url) => {
    expect(await whyNotUrl(url, none)).toBeDefined();
  });
  test.each(["https://erp.example/", "https://localhost.example/", "https://8.8.8.8/"])(
    "%s is accepted",
    async (url) => {
      expect(await whyNotUrl(url, none)).toBeUndefined();
    },
  );
  test.each([
    "http://erp.example/",
    "https://db.internal/",
    "http://intranet/",
    "http://[fd12::7]/",
  ])(
    "%s is accepted if networks are configured: its address is checked when it is called",
    async (url) => {
      expect(await whyNotUrl(url, plant)).toBeUndefined();
    },
  );
});
