select "link_id"
  from "guard_link"
  where "guard_id" = ?
  order by "link_id";

select "operation", "account_id", "group_id"
  from "restriction"
  where "content_id" = ?;

select *
  from "restriction"
  where "content_id" in (…)
  order by "id";
