delete
  from "linked_application_approval"
  where "account_id" = ? and "application_id" = ?;

insert into "linked_application" ("id", "type_id", "name", "rpc_url", "display_url", "is_primary", "deployment", "client_id", "client_secret", "created_at", "updated_at")
  values (…)
  returning *;

select "id", "is_primary"
  from "linked_application"
  where "type_id" = ?
  order by "created_at", "id";

select *
  from "linked_application"
  order by "type_id", "name", "id";

select *
  from "linked_application"
  where "id" = ?;

select *
  from "linked_application"
  where "type_id" = ? and "client_secret" <> ?
  order by "is_primary" desc, "name";

select *
  from "linked_application_approval"
  where "account_id" = ?;

select *, (select count(*) as "number"
  from "linked_application_approval"
  where "application_id" = "linked_application"."id") as "approvals"
  from "linked_application"
  order by "name", "id"
  limit ?
  offset ?;

select count(*) as "number"
  from "linked_application";

select distinct "type_id"
  from "linked_application"
  where "client_secret" <> ?
  order by "type_id";

update "linked_application"
  set "is_primary" = ?
  where "id" = ?;
