CREATE TABLE `label_template` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`suid` text,
	`suid_key` text,
	`name` text NOT NULL,
	`name_key` text NOT NULL,
	`description` text,
	`is_active` integer NOT NULL,
	`kind` text NOT NULL,
	`width_mm` integer NOT NULL,
	`height_mm` integer NOT NULL,
	`dpi` integer NOT NULL,
	`symbology` text NOT NULL,
	`code` text NOT NULL,
	`lines` text NOT NULL,
	`zpl` text
) STRICT;
--> statement-breakpoint
CREATE UNIQUE INDEX `label_template_name` ON `label_template` (`name_key`);--> statement-breakpoint
CREATE UNIQUE INDEX `label_template_suid` ON `label_template` (`suid_key`);