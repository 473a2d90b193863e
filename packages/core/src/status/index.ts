export { getStatus, type Status } from "./get.ts";
export { readRoom, type Room, type RoomLimits, roomLimitsOf } from "./room.ts";
