delete
  from "agent_connection"
  where "account_id" = ?;

delete
  from "agent_connection"
  where "account_id" = ? and "connected_at" is null and "expires_at" <= ?;

delete
  from "agent_connection"
  where "family_hash" = ? and "client_id" = ?
  returning "id", "account_id", "client_id", "connected_at";

delete
  from "agent_connection"
  where "id" = ? and "account_id" = ?
  returning "id", "account_id", "client_id", "connected_at";

insert into "agent_client" ("id", "name", "redirect_uris", "created_at", "expires_at", "is_approved")
  values (…);

insert into "agent_connection" ("account_id", "client_id", "scope", "redirect_uri", "code_hash", "code_challenge", "created_at", "expires_at")
  values (…);

select "account_id"
  from "agent_connection"
  where "family_hash" = ?;

select "agent_connection"."id", "agent_client"."name", "agent_connection"."redirect_uri", "agent_connection"."scope", "agent_connection"."connected_at", "agent_connection"."last_used_at"
  from "agent_connection"
  inner join "agent_client" on "agent_client"."id" = "agent_connection"."client_id"
  where "agent_connection"."account_id" = ? and "agent_connection"."connected_at" is not null and "agent_connection"."expires_at" > ?
  order by "agent_connection"."id"
  limit ?
  offset ?;

select "id"
  from "agent_client"
  where "is_approved" = ?
  order by "expires_at" desc
  limit ?
  offset ?;

select "name"
  from "agent_client"
  where "id" = ?;

select *
  from "agent_client"
  where "id" = ? and "expires_at" > ?;

select *
  from "agent_connection"
  where "access_hash" = ?;

select count(*) as "count"
  from "agent_connection"
  where "account_id" = ?;

update "agent_client"
  set "is_approved" = ?, "expires_at" = ?
  where "id" = ?;

update "agent_connection"
  set "access_hash" = ?, "access_expires_at" = ?, "refresh_hash" = ?, "expires_at" = ?
  where "family_hash" = ? and "refresh_hash" = ? and "client_id" = ? and "expires_at" > ?
  returning *;

update "agent_connection"
  set "access_hash" = ?, "access_expires_at" = ?, "refresh_hash" = ?, "expires_at" = ?, "family_hash" = ?, "connected_at" = ?
  where "code_hash" = ? and "client_id" = ? and "redirect_uri" = ? and "code_challenge" = ? and "connected_at" is null and "expires_at" > ?
  returning *;

update "agent_connection"
  set "last_used_at" = ?
  where "id" = ?;
