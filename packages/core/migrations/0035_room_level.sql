CREATE TABLE `room_level` (
	`id` integer PRIMARY KEY NOT NULL,
	`level` integer NOT NULL,
	`at` integer NOT NULL
) STRICT;
