import { expect, test } from "vitest";
import { addressOf } from "../../src/database/server-address.ts";

test.each([
  ["libsql://plant.example", "https://plant.example"],
  ["libsql://plant.example:8080/?tls=0", "http://plant.example:8080/"],
  ["libsql://plant.example?tls=1", "https://plant.example"],
  ["https://plant.example:8443/of/plant", "https://plant.example:8443/of/plant"],
  ["wss://plant.example", "https://plant.example/"],
  ["ws://[::1]:8080", "http://[::1]:8080/"],
  ["http://127.0.0.1:8080", "http://127.0.0.1:8080/"],
])("%s is reached at %s", (url, http) => {
  expect(addressOf({ url, authToken: "token" })).toEqual({ url: http, authToken: "token" });
});

test("a token in the address comes before the one beside it", () => {
  const { url, authToken } = addressOf({
    url: "https://a.example?authToken=b%2Bc",
    authToken: "d",
  });
  expect([url, authToken]).toEqual(["https://a.example/", "b+c"]);
});

test.each([
  ["libsql://plant.example?tls=0", "an address with tls=0 needs a port"],
  ["http://plant.example?tls=1", "an address that begins with http: can't have tls=1"],
  ["wss://plant.example?tls=0", "an address that begins with wss: can't have tls=0"],
  ["https://plant.example?tls=no", "a libSQL server has no parameter tls, or not with this value"],
  ["https://plant.example?token=x", "a libSQL server has no parameter token"],
  ["https://plant.example#x", "the address of a libSQL server has no fragment: #x"],
  ["ftp://plant.example", "a libSQL server has no address that begins with ftp:"],
])("%s is refused: %s", (url, message) => {
  expect(() => addressOf({ url })).toThrow(message);
});
