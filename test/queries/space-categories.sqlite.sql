insert into "space_label" ("space_id", "label_id", "account_id", "created_at")
  values (…)
  on conflict do nothing
  returning "label_id";

select "space_label"."space_id", "label"."id", "label"."prefix", "label"."name"
  from "space_label"
  inner join "label" on "label"."id" = "space_label"."label_id"
  where "space_label"."space_id" in (…)
  order by "label"."name", "label"."id";

select count(*) as "total"
  from "space_label"
  where "space_id" = ?;
