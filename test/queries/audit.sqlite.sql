insert into "audit_record" ("event_id", "at", "category", "summary", "actor_id", "actor_name", "object_type", "object_name", "associated", "changes", "words")
  values (…)
  on conflict ("event_id") do nothing;

select "id", "key" as "name"
  from "space"
  where "id" in (…);

select "id", "name"
  from "account_group"
  where "id" in (…);

select "id", "title" as "name"
  from "content"
  where "id" in (…);

select "id", "username" as "name"
  from "account"
  where "id" in (…);

select *
  from "audit_record"
  order by "at" desc, "id" desc
  limit ?
  offset ?;
