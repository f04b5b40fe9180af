CREATE INDEX `api_tokens_by_account` ON `api_tokens` (`account_id`);--> statement-breakpoint
CREATE INDEX `api_tokens_by_expiry` ON `api_tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `invitations_by_inviter` ON `invitations` (`invited_by`);--> statement-breakpoint
CREATE INDEX `link_tokens_by_account` ON `link_tokens` (`account_id`);--> statement-breakpoint
CREATE INDEX `link_tokens_by_expiry` ON `link_tokens` (`expires_at`);--> statement-breakpoint
CREATE INDEX `outbox_delivered` ON `outbox` (`delivered_at`) WHERE "outbox"."delivered_at" IS NOT NULL;--> statement-breakpoint
CREATE INDEX `sessions_by_account` ON `sessions` (`account_id`);--> statement-breakpoint
CREATE INDEX `survey_answers_by_user` ON `survey_answers` (`user_id`);--> statement-breakpoint
CREATE INDEX `throttles_by_age` ON `throttles` (`window_started_at`);