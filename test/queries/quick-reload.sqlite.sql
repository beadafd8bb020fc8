select "id", "container_id"
  from "content"
  where "id" in (…);
