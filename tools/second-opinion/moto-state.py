"""Prints what moto's CloudFormation made, as JSON: run with AWS_ENDPOINT_URL. For cdk-on-moto.ts."""
import json
import sys

import boto3


def every(client, operation, key, **parameters):
    return [item for page in client.get_paginator(operation).paginate(**parameters) for item in page[key]]


def state(region):
    formation = boto3.client("cloudformation", region_name=region)
    stacks = {}
    for stack in every(formation, "describe_stacks", "Stacks"):
        resources = every(formation, "list_stack_resources", "StackResourceSummaries", StackName=stack["StackName"])
        stacks[stack["StackName"]] = {
            "status": stack["StackStatus"],
            "types": [each["ResourceType"] for each in resources if each.get("ResourceType")],
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
    }


if sys.argv[1] == "types":
    from moto.cloudformation.parsing import get_model_map

    print(json.dumps(sorted(get_model_map())))
elif sys.argv[1] == "secret":
    secrets = boto3.client("secretsmanager")
    print(json.dumps(secrets.create_secret(Name=sys.argv[2], SecretString=sys.argv[3])["ARN"]))
else:
    print(json.dumps(state(sys.argv[2])))
