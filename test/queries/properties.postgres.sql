insert into "content_property" ("key", "value", "content_id", "version", "updated_at", "message", "minor")
  values (…);

select "key", "value"
  from "content_property"
  where "content_id" = ?;

select *
  from "content_property"
  where "content_id" in (…)
  order by "key";
