CREATE TABLE `signature_meaning` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `signature_meaning_name` ON `signature_meaning` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `signature_meaning_suid` ON `signature_meaning` (`suid_key`);--> statement-breakpoint
CREATE TABLE `signature_rule` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	`operation` text NOT NULL,
	`product_type_id` integer,
	`build_slot_type_id` integer,
	`meaning_id` integer NOT NULL,
	`roles` text,
	`count` integer NOT NULL,
	`by_another` integer NOT NULL,
	FOREIGN KEY (`product_type_id`) REFERENCES `product_type`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`build_slot_type_id`) REFERENCES `build_slot_type`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`meaning_id`) REFERENCES `signature_meaning`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `signature_rule_name` ON `signature_rule` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `signature_rule_suid` ON `signature_rule` (`suid_key`);--> statement-breakpoint
CREATE INDEX `signature_rule_product_type` ON `signature_rule` (`product_type_id`);--> statement-breakpoint
CREATE INDEX `signature_rule_slot_type` ON `signature_rule` (`build_slot_type_id`);--> statement-breakpoint
CREATE INDEX `signature_rule_meaning` ON `signature_rule` (`meaning_id`);--> statement-breakpoint
CREATE TABLE `signature` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`entity` text NOT NULL,
	`entity_id` integer NOT NULL,
	`signed_rev_no` integer NOT NULL,
	`digest` text NOT NULL,
	`meaning_id` integer NOT NULL,
	`meaning` text NOT NULL,
	`user_id` integer NOT NULL,
	`signer` text NOT NULL,
	`roles` text NOT NULL,
	`method` text NOT NULL,
	`at` integer NOT NULL,
	`comment` text,
	FOREIGN KEY (`meaning_id`) REFERENCES `signature_meaning`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
CREATE INDEX `signature_record` ON `signature` (`entity`,`entity_id`,`signed_rev_no`);--> statement-breakpoint
CREATE INDEX `signature_user` ON `signature` (`user_id`);--> statement-breakpoint
CREATE INDEX `signature_meaning_used` ON `signature` (`meaning_id`);