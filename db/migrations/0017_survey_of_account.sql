-- The table is rebuilt, since a constraint cannot be changed. Nothing refers to it, and it has no triggers.
CREATE TABLE `__new_survey_answers` (
	`account_id` text PRIMARY KEY NOT NULL,
	`user_id` text,
	`work_area` text NOT NULL,
	`other_work_area` text,
	`coding_skills` integer NOT NULL,
	`company_industry` text NOT NULL,
	`other_company_industry` text,
	`company_size` text NOT NULL,
	`timezone` text NOT NULL,
	`answered_at` integer NOT NULL,
	FOREIGN KEY (`account_id`) REFERENCES `accounts`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE set null
);
--> statement-breakpoint
INSERT INTO `__new_survey_answers`("account_id", "user_id", "work_area", "other_work_area", "coding_skills", "company_industry", "other_company_industry", "company_size", "timezone", "answered_at") SELECT "account_id", (SELECT `id` FROM `users` WHERE `users`.`id` = "user_id"), "work_area", "other_work_area", "coding_skills", "company_industry", "other_company_industry", "company_size", "timezone", "answered_at" FROM `survey_answers`;--> statement-breakpoint
DROP TABLE `survey_answers`;--> statement-breakpoint
ALTER TABLE `__new_survey_answers` RENAME TO `survey_answers`;