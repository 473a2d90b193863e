CREATE TABLE `attachment` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`rev_no` integer NOT NULL,
	`entity` text NOT NULL,
	`entity_id` integer NOT NULL,
	`file_name` text NOT NULL,
	`media_type` text NOT NULL,
	`size` integer NOT NULL,
	`sha256` text NOT NULL,
	`description` text,
	`created_at` integer NOT NULL,
	`removed_at` integer,
	CONSTRAINT "attachment_entity" CHECK("attachment"."entity" in ('MaterialItem', 'BomSlot', 'Product', 'WorksOrder')),
	CONSTRAINT "attachment_size" CHECK("attachment"."size" > 0),
	CONSTRAINT "attachment_digest_length" CHECK(length("attachment"."sha256") = 64)
) STRICT;
--> statement-breakpoint
CREATE INDEX `attachment_record` ON `attachment` (`entity`,`entity_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `attachment_content` ON `attachment` (`entity`,`entity_id`,`sha256`) WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX `attachment_digest` ON `attachment` (`sha256`);