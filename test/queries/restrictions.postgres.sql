select *
  from "restriction"
  where "content_id" in (…)
  order by "id";
