"""Prints the resources that ministack's CloudFormation created, or errors that functions logged, as JSON. cdk-on-ministack.ts runs it with AWS_ENDPOINT_URL."""
import json
import sys

import boto3


def every(client, operation, key, **parameters):
    return [item for page in client.get_paginator(operation).paginate(**parameters) for item in page[key]]


def distributions():
    """The origins of every distribution, with the headers that it adds."""
    front = boto3.client("cloudfront")
    return {
        it["DomainName"]: [
            {
                "host": origin["DomainName"],
                "headers": {
                    header["HeaderName"]: header["HeaderValue"]
                    for header in origin.get("CustomHeaders", {}).get("Items", [])
                },
            }
            for origin in front.get_distribution(Id=it["Id"])["Distribution"]["DistributionConfig"]["Origins"]["Items"]
        ]
        for it in front.list_distributions()["DistributionList"].get("Items", [])
    }


def state(region):
    formation = boto3.client("cloudformation", region_name=region)
    stacks = {}
    for stack in every(formation, "describe_stacks", "Stacks"):
        resources = every(formation, "list_stack_resources", "StackResourceSummaries", StackName=stack["StackName"])
        stacks[stack["StackName"]] = {
            "status": stack["StackStatus"],
            "types": [each["ResourceType"] for each in resources],
            "outputs": {it["OutputKey"]: it["OutputValue"] for it in stack.get("Outputs", [])},
        }
    functions = every(boto3.client("lambda", region_name=region), "list_functions", "Functions")
    return {
        "stacks": stacks,
        "functions": {it["FunctionName"]: it.get("Environment", {}).get("Variables", {}) for it in functions},
        "tables": boto3.client("dynamodb", region_name=region).list_tables()["TableNames"],
        "queues": boto3.client("sqs", region_name=region).list_queues().get("QueueUrls", []),
        "roles": [it["RoleName"] for it in every(boto3.client("iam"), "list_roles", "Roles")],
        "logGroups": [it["logGroupName"] for it in every(boto3.client("logs", region_name=region), "describe_log_groups", "logGroups")],
        "buckets": [it["Name"] for it in boto3.client("s3").list_buckets()["Buckets"]],
        "distributions": distributions(),
    }


def errors(region):
    logs = boto3.client("logs", region_name=region)
    groups = every(logs, "describe_log_groups", "logGroups", logGroupNamePrefix="/tellhook/")
    lines = [it["message"] for group in groups for it in logs.filter_log_events(logGroupName=group["logGroupName"])["events"]]
    return [line.strip()[:600] for line in lines if '"level":"error"' in line][-3:]


if sys.argv[1] == "types":
    from ministack.services.cloudformation.provisioners import _RESOURCE_HANDLERS

    print(json.dumps(sorted(_RESOURCE_HANDLERS)))
elif sys.argv[1] == "errors":
    print(json.dumps(errors(sys.argv[2])))
else:
    print(json.dumps(state(sys.argv[2])))
