delete
  from "notification_mail"
  where "mail_id" = ?;

delete
  from "notification_mail"
  where "notification_id" = ? and "account_id" = ?;

insert into "notification" ("account_id", "kind", "content_id", "actor_id", "at", "read_at", "in_bell", "mailed")
  values (…)
  on conflict ("account_id", "content_id", "at") do nothing
  returning "id", "account_id", "content_id", "at", "mailed";

insert into "notification_mail" ("notification_id", "account_id", "page_id", "time", "version", "note", "due_at", "mail_id", "attempt")
  values (…);

insert into "notification_preference" ("account_id", "digest_hour", "link_secret")
  values (…)
  on conflict ("account_id") do update
  set "link_secret" = ?
  returning "link_secret";

insert into "notification_preference" ("account_id", "digest_hour", "link_secret")
  values (…)
  on conflict ("account_id") do update
  set "link_secret" = coalesce("notification_preference"."link_secret", ?)
  returning "link_secret";

insert into "notification_seen" ("account_id", "notification_id") select "notification"."account_id", "notification"."id"
  from "notification"
  where "notification"."account_id" = ? and "notification"."in_bell" = ? and "notification"."id" = ?
  on conflict ("account_id") do update
  set "notification_id" = "excluded"."notification_id"
  returning "notification_id";

select "account"."id", "account"."email", "account"."time_zone", "own"."digest_hour"
  from "account"
  left join "notification_preference" as "own" on "own"."account_id" = "account"."id"
  where "account"."id" in (…) and "account"."active" = ?;

select "account_id", "kind", "bell", "mail"
  from "notification_choice"
  where "account_id" in (…);

select "content".*, "notification"."id" as "notification_id", "notification"."kind", "notification"."at", "notification"."read_at", "notification"."actor_id", "page"."id" as "page_id", "page"."type" as "page_type", "page"."title" as "page_title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  left join "content" as "page" on "page"."id" = "content"."container_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ?
  order by "notification"."id" desc
  limit ?;

select "content".*, "notification"."id" as "notification_id", "notification"."kind", "notification"."at", "notification"."read_at", "notification"."actor_id", "page"."id" as "page_id", "page"."type" as "page_type", "page"."title" as "page_title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  left join "content" as "page" on "page"."id" = "content"."container_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ? and "notification"."id" < ?
  order by "notification"."id" desc
  limit ?;

select "content".*, "notification"."id" as "notification_id", "notification"."kind", "notification"."at", "notification"."read_at", "notification"."actor_id", "page"."id" as "page_id", "page"."type" as "page_type", "page"."title" as "page_title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  left join "content" as "page" on "page"."id" = "content"."container_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ? and "notification"."id" = ?
  order by "notification"."id" desc
  limit ?;

select "content".*, "notification"."id" as "notification_id", "notification"."kind", "notification"."at", "notification"."read_at", "notification"."actor_id", "page"."id" as "page_id", "page"."type" as "page_type", "page"."title" as "page_title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  left join "content" as "page" on "page"."id" = "content"."container_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ? and "notification"."id" > ?
  order by "notification"."id" asc
  limit ?;

select "content".*, "notification"."id" as "notification_id", "notification"."kind", "notification"."at", "notification"."read_at", "notification"."actor_id", "page"."id" as "page_id", "page"."type" as "page_type", "page"."title" as "page_title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  left join "content" as "page" on "page"."id" = "content"."container_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ?
  order by "notification"."id" desc
  limit ?;

select "content".*, "notification"."id" as "notification_id", "notification"."kind", "notification"."at", "notification"."read_at", "notification"."actor_id", "page"."id" as "page_id", "page"."type" as "page_type", "page"."title" as "page_title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  left join "content" as "page" on "page"."id" = "content"."container_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ? and "notification"."id" < ?
  order by "notification"."id" desc
  limit ?;

select "content".*, "notification"."id" as "notification_id", "notification"."kind", "notification"."at", "notification"."read_at", "notification"."actor_id", "page"."id" as "page_id", "page"."type" as "page_type", "page"."title" as "page_title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  left join "content" as "page" on "page"."id" = "content"."container_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ? and "notification"."id" = ?
  order by "notification"."id" desc
  limit ?;

select "content".*, "notification"."id" as "notification_id", "notification"."kind", "notification"."at", "notification"."read_at", "notification"."actor_id", "page"."id" as "page_id", "page"."type" as "page_type", "page"."title" as "page_title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  inner join "space" on "space"."id" = "content"."space_id"
  left join "content" as "page" on "page"."id" = "content"."container_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ? and "notification"."id" > ?
  order by "notification"."id" asc
  limit ?;

select "content".*, "notification"."kind", "notification"."at", "notification"."actor_id", "mail"."version" as "written", "mail"."note", "mail"."page_id", "holder"."title" as "holder_title", "page"."title" as "page_title", "space"."key" as "space_key", "space"."name" as "space_name"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  inner join "notification_mail" as "mail" on "mail"."notification_id" = "notification"."id"
  left join "notification_choice" as "choice" on "choice"."account_id" = "notification"."account_id" and "choice"."kind" = "notification"."kind"
  inner join "space" on "space"."id" = "content"."space_id"
  left join "content" as "holder" on "holder"."id" = "content"."container_id"
  left join "content" as "page" on "page"."id" = "mail"."page_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "mail"."mail_id" = ? and ("choice"."mail" is null or "choice"."mail" <> ?)
  order by "notification"."at", "notification"."id"
  limit ?;

select "digest_hour", "link_secret"
  from "notification_preference"
  where "account_id" = ?;

select "id"
  from "content"
  where "id" in (…) and (exists (select "account_id"
  from "content_watch"
  where "content_id" = "content"."id" and "account_id" <> ?) or exists (select "account_id"
  from "space_watch"
  where "space_watch"."space_id" = "content"."space_id" and "account_id" <> ?));

select "kind", "bell", "mail"
  from "notification_choice"
  where "account_id" = ?;

select "notification"."id"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  where "content"."status" = 'current' and "content"."space_id" not in (select id
  from space
  where status = 'deleting') and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ? and "notification"."read_at" is null and "notification"."id" > ?
  limit ?;

select "notification"."id"
  from "notification"
  inner join "content" on "content"."id" = "notification"."content_id"
  where "content"."status" = 'current' and (exists (select 1
  from space_permission
  where space_permission.space_id = "content"."space_id" and space_permission.permission = 'read:space' and (+"space_permission"."account_id" = ? or +"space_permission"."group_id" in (…) or (+"space_permission"."account_id" is null and +"space_permission"."group_id" is null))) and ("content"."guard_id" is null or not exists (select 1
  from guard_link
  where guard_link.guard_id = "content"."guard_id" and not exists ( select 1
  from restriction
  where restriction.content_id = guard_link.link_id and restriction.operation = 'read' and (+"restriction"."account_id" = ? or +"restriction"."group_id" in (…) or (+"restriction"."account_id" is null and +"restriction"."group_id" is null)))))) and ("content"."container_id" is null or "content"."status" = 'trashed' or not exists ( select 1
  from content holder
  left join content page on page.id = holder.container_id
  where holder.id = "content"."container_id" and (holder.status = 'trashed' or page.status = 'trashed'))) and "notification"."account_id" = ? and "notification"."in_bell" = ? and "notification"."read_at" is null and "notification"."id" > ?
  limit ?;

select "notification_id"
  from "notification_seen"
  where "account_id" = ?;

select account_id
  from (select account_id
  from content_watch
  where content_id = ? and account_id > ?
  order by account_id
  limit ?) as of_content union select account_id
  from (select account_id
  from space_watch
  where space_id = ? and scope in (…) and account_id > ?
  order by account_id
  limit ?) as of_space
  order by account_id
  limit ?;

select max("id") as "newest"
  from "notification"
  where "account_id" = ?;

update "notification"
  set "in_bell" = ?
  where "account_id" = ? and "in_bell" = ? and "id" = ?
  returning "id";

update "notification"
  set "in_bell" = ?
  where "account_id" in (…) and "content_id" = ? and "at" >= ? and "at" <= ? and "kind" = ? and "in_bell" = ? and exists (select "later"."id"
  from "notification" as "later"
  where "later"."account_id" = "notification"."account_id" and "later"."content_id" = "notification"."content_id" and "later"."at" > "notification"."at" and "later"."at" <= "notification"."at" + ? and "later"."kind" = ? and "later"."in_bell" = ?);

update "notification"
  set "read_at" = ?
  where "account_id" = ? and "read_at" is null;

update "notification"
  set "read_at" = coalesce("read_at", ?)
  where "account_id" = ? and "in_bell" = ? and "id" in (…)
  returning "id";

update "notification_mail"
  set "mail_id" = ?, "attempt" = ?, "due_at" = ?
  where "notification_id" = ?;
