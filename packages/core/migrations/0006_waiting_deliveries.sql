CREATE TABLE `__new_webhook_delivery` (
	`webhook_id` integer NOT NULL,
	`seq` integer NOT NULL,
	`subject` text NOT NULL,
	`state` text NOT NULL,
	`attempts` integer NOT NULL,
	`listed_at` integer NOT NULL,
	`next_at` integer NOT NULL,
	`tried_at` integer,
	`error` text,
	PRIMARY KEY(`webhook_id`, `seq`),
	FOREIGN KEY (`webhook_id`) REFERENCES `webhook`(`id`) ON UPDATE restrict ON DELETE restrict,
	FOREIGN KEY (`seq`) REFERENCES `change_log`(`seq`) ON UPDATE restrict ON DELETE restrict
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_webhook_delivery` (`webhook_id`, `seq`, `subject`, `state`, `attempts`, `listed_at`, `next_at`, `tried_at`, `error`)
SELECT `webhook_id`, `seq`, `subject`, iif(`state` = 'pending' and exists (
	SELECT 1 FROM `webhook_delivery` AS `earlier` WHERE `earlier`.`webhook_id` = `later`.`webhook_id`
	AND `earlier`.`subject` = `later`.`subject` AND `earlier`.`state` = 'pending' AND `earlier`.`seq` < `later`.`seq`
), 'waiting', `state`), `attempts`, coalesce(`first_at`, `next_at`), `next_at`, iif(`state` = 'dead', `next_at`, null), `error`
FROM `webhook_delivery` AS `later`;--> statement-breakpoint
DROP TABLE `webhook_delivery`;--> statement-breakpoint
ALTER TABLE `__new_webhook_delivery` RENAME TO `webhook_delivery`;--> statement-breakpoint
CREATE INDEX `webhook_delivery_due` ON `webhook_delivery` (`webhook_id`,`state`,`next_at`);--> statement-breakpoint
CREATE INDEX `webhook_delivery_subject` ON `webhook_delivery` (`webhook_id`,`subject`,`state`,`seq`);