DROP INDEX `change_log_request`;--> statement-breakpoint
CREATE INDEX `change_log_request` ON `change_log` (`request_id`) WHERE ordinal = 0 and request_id <> '~';