CREATE TABLE `keyed_answer` (
	`user_id` integer NOT NULL,
	`name` blob NOT NULL,
	`body_hash` blob NOT NULL,
	`seq` integer,
	`at` integer NOT NULL,
	`answer` blob NOT NULL,
	PRIMARY KEY(`name`, `user_id`),
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `keyed_answer_at` ON `keyed_answer` (`at`);--> statement-breakpoint
ALTER TABLE `external_ref` ADD `answer` blob;