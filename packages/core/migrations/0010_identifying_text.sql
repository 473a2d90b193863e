ALTER TABLE `material_item` ADD `batch_key` text;--> statement-breakpoint
ALTER TABLE `material_item` ADD `delivery_no` text;--> statement-breakpoint
ALTER TABLE `material_item` ADD `delivery_key` text;--> statement-breakpoint
UPDATE `material_item` SET `batch_key` = lower(`batch_no`) WHERE `batch_no` IS NOT NULL;--> statement-breakpoint
-- Until now, only the log had the delivery of a receipt.
UPDATE `material_item` SET `delivery_no` = named.`delivery_no`, `delivery_key` = lower(named.`delivery_no`)
FROM (SELECT `entity_id`, `delivery_no`, max(`rev_no`) FROM `change_log`
	WHERE `delivery_no` IS NOT NULL AND `entity` = 'MaterialItem' GROUP BY `entity_id`) AS named
WHERE named.`entity_id` = `material_item`.`id`;--> statement-breakpoint
DROP INDEX `change_log_delivery`;--> statement-breakpoint
DROP INDEX `material_item_batch`;--> statement-breakpoint
CREATE INDEX `material_item_delivery` ON `material_item` (`delivery_key`) WHERE delivery_key is not null;--> statement-breakpoint
CREATE INDEX `material_item_batch` ON `material_item` (`batch_key`);--> statement-breakpoint
-- A reference is found without the white space around it. One that would then have the name of
-- another reference keeps its own.
WITH `white_space` (`characters`) AS (SELECT char(9, 10, 11, 12, 13, 32, 160, 5760, 8192, 8193, 8194,
	8195, 8196, 8197, 8198, 8199, 8200, 8201, 8202, 8232, 8233, 8239, 8287, 12288, 65279))
UPDATE OR IGNORE `external_ref` SET `system` = trim(`system`, (SELECT `characters` FROM `white_space`)),
	`id` = trim(`id`, (SELECT `characters` FROM `white_space`))
WHERE `system` || `id` <> trim(`system`, (SELECT `characters` FROM `white_space`))
	|| trim(`id`, (SELECT `characters` FROM `white_space`));