/** The version of asbuilt: of the interface, the service and its clients. */
export const version = "0.1.0";
