delete
  from "access_token"
  where "account_id" = ?;

delete
  from "access_token"
  where "id" = ? and "account_id" = ?
  returning "id";

delete
  from "account_group"
  where "id" = ?;

delete
  from "account_word"
  where "account_id" = ?;

delete
  from "global_permission"
  where "account_id" = ?;

delete
  from "membership"
  where "account_id" = ?;

delete
  from "password_reset"
  where "account_id" = ?;

delete
  from "session"
  where "account_id" = ?;

delete
  from "session"
  where "id" = ? and "account_id" = ?
  returning "id";

insert into "access_token" ("account_id", "name", "scope", "token_hash", "created_at", "expires_at", "last_used_at")
  values (…)
  returning *;

insert into "account" ("user_key", "username", "username_key", "display_name", "email", "email_key", "password_hash", "active", "avatar_sha256", "avatar_small_sha256", "locale", "time_zone", "about", "created_at", "last_login_at", "deleted_at")
  values (…)
  on conflict ("username_key") do nothing
  returning *;

insert into "account_group" ("name", "name_key", "description", "created_at")
  values (…)
  on conflict ("name_key") do nothing
  returning *;

insert into "account_word" ("word", "kind", "account_id")
  values (…);

insert into "membership" ("group_id", "account_id")
  values (…)
  on conflict ("group_id", "account_id") do nothing
  returning "group_id";

insert into "password_reset" ("token_hash", "account_id", "expires_at", "used_at")
  values (…);

insert into "session" ("id", "account_id", "xsrf_token", "created_at", "seen_at", "expires_at", "remember", "user_agent", "address", "elevated_until")
  values (…);

select "account"."id"
  from "global_permission"
  inner join "account" on "account"."id" = "global_permission"."account_id"
  where "permission" = ? and "account"."active" = ?
  limit ?;

select "account"."id"
  from "global_permission"
  inner join "membership" on "membership"."group_id" = "global_permission"."group_id"
  inner join "account" on "account"."id" = "membership"."account_id"
  where "permission" = ? and "account"."active" = ?
  limit ?;

select "account".*
  from "password_reset"
  inner join "account" on "account"."id" = "password_reset"."account_id"
  where "token_hash" = ? and "expires_at" > ? and "account"."active" = ?;

select "account".*, "session"."xsrf_token", "session"."seen_at", "session"."remember", "session"."expires_at"
  from "session"
  inner join "account" on "account"."id" = "session"."account_id"
  where "session"."id" = ?;

select "account_id"
  from "membership"
  where "group_id" = ?
  order by "account_id"
  limit ?
  offset ?;

select "account_id", "group_id"
  from "membership"
  where "account_id" in (…)
  order by "group_id";

select "group_id"
  from "membership"
  where "account_id" = ?
  order by "group_id";

select "id"
  from "account"
  limit ?;

select "id"
  from "account"
  where "active" = ?
  order by "username_key"
  limit ?
  offset ?;

select "id"
  from "session"
  where "account_id" = ?
  order by "seen_at" desc, "id"
  limit ?
  offset ?;

select "name", "description", (select count(*) as "members"
  from "membership"
  where "membership"."group_id" = "account_group"."id") as "members"
  from "account_group"
  where "name_key" >= ? and "name_key" < ?
  order by "name_key"
  limit ?
  offset ?;

select "permission"
  from "global_permission"
  where "account_id" is null and "group_id" is null;

select "permission"
  from "global_permission"
  where ("account_id" = ? or ("account_id" is null and "group_id" is null) or "group_id" in (…));

select "w"."account_id"
  from "account_word" as "w"
  where "w"."word" >= ? and "w"."word" < ? and "w"."kind" <= ? and exists (select "account"."id"
  from "account"
  where "account"."id" = "w"."account_id" and "account"."deleted_at" is null and "account"."active" in (…)) and not exists (select "earlier"."account_id"
  from "account_word" as "earlier"
  where "earlier"."account_id" = "w"."account_id" and "earlier"."word" >= ? and "earlier"."kind" <= ? and ("earlier"."word" < "w"."word" or ("earlier"."word" = "w"."word" and "earlier"."kind" < "w"."kind"))) and exists (select "membership"."account_id"
  from "membership"
  where "membership"."group_id" = ? and "membership"."account_id" = "w"."account_id")
  order by "w"."word", "w"."account_id"
  limit ?
  offset ?;

select *
  from "access_token"
  where "account_id" = ?
  order by "id"
  limit ?
  offset ?;

select *
  from "access_token"
  where "token_hash" = ?;

select *
  from "account"
  where "active" = ? and ("id" in (select "account_id"
  from "global_permission"
  where "permission" = ? and "account_id" is not null) or "id" in (select "membership"."account_id"
  from "global_permission"
  inner join "membership" on "membership"."group_id" = "global_permission"."group_id"
  where "permission" = ?))
  order by "username_key"
  limit ?
  offset ?;

select *
  from "account"
  where "id" = ?;

select *
  from "account"
  where "id" in (…);

select *
  from "account"
  where "user_key" = ?;

select *
  from "account"
  where "username_key" = ?;

select *
  from "account"
  where "username_key" in (…);

select *
  from "account_group"
  order by "name_key"
  limit ?
  offset ?;

select *
  from "account_group"
  where "id" in (…);

select *
  from "account_group"
  where "name_key" = ?;

select *
  from "global_permission"
  order by "id"
  limit ?;

select *
  from "global_permission"
  where "account_id" = ? and "group_id" is null
  order by "id"
  limit ?;

select *
  from "global_permission"
  where "account_id" is null and "group_id" = ?
  order by "id"
  limit ?;

select *
  from "global_permission"
  where "account_id" is null and "group_id" is null
  order by "id"
  limit ?;

select *
  from "session"
  where "account_id" = ? and "expires_at" > ?
  order by "seen_at" desc, "id"
  limit ?
  offset ?;

select count(*) as "count"
  from "access_token"
  where "account_id" = ?;

update "access_token"
  set "last_used_at" = ?
  where "id" = ?;

update "account"
  set "active" = ?
  where "id" = ? and "active" = ? and "deleted_at" is null
  returning "id";

update "account"
  set "active" = ?, "password_hash" = ?
  where "id" = ?
  returning *;

update "account"
  set "avatar_sha256" = ?, "avatar_small_sha256" = ?
  where "id" = ?
  returning *;

update "account"
  set "email" = ?, "email_key" = ?
  where "id" = ?
  returning *;

update "account"
  set "last_login_at" = ?
  where "id" = ?
  returning *;

update "account"
  set "username" = ?, "username_key" = ?, "display_name" = ?, "email" = ?, "email_key" = ?, "password_hash" = ?, "active" = ?, "avatar_sha256" = ?, "avatar_small_sha256" = ?, "about" = ?, "locale" = ?, "time_zone" = ?, "deleted_at" = ?
  where "id" = ?
  returning *;
