CREATE INDEX `change_log_at` ON `change_log` (`at`);--> statement-breakpoint
CREATE INDEX `change_log_user` ON `change_log` (`user_id`);--> statement-breakpoint
CREATE INDEX `change_log_action` ON `change_log` (`action`) WHERE action not in ('built', 'builtInto');--> statement-breakpoint
CREATE INDEX `change_log_entity` ON `change_log` (`entity`) WHERE entity <> 'MaterialItem';--> statement-breakpoint
CREATE INDEX `change_log_request` ON `change_log` (`request_id`) WHERE ordinal = 0;