// A setting of this device: whoever uses it works with the same network.
const settingName = "asbuilt.offline";

/**
 * Returns whether this device keeps writes while there is no network. It does not by default: two
 * stations without a network can build the same serial, and one of them is refused later.
 */
export const isOfflineAllowed = (): boolean => localStorage.getItem(settingName) === "1";

export function allowOffline(isAllowed: boolean): void {
  if (isAllowed) localStorage.setItem(settingName, "1");
  else localStorage.removeItem(settingName);
}
