export { getStatus, type Status } from "./get.ts";
export { type Crossing, crossedLevel } from "./room-level.ts";
export { readRoom, type Room, type RoomLimits, roomLimitsOf } from "./room.ts";
